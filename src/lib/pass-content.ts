type PassField = {
  readonly key: string
  readonly label: string
  readonly value: string
  /** Text of the notification when the value changes; `%@` stands for the new value. */
  readonly changeText?: string
  /** It is about a person. Wallets that keep passes with another company leave it out. */
  readonly isPersonal?: true
}

/** Texts and facts of a pass, whichever wallet shows it. */
export type PassContent = {
  /** Id of the pass for its whole life. */
  readonly serial: string
  /** Secret by which a device fetches this pass. */
  readonly authenticationToken: string
  readonly organization: string
  /** The guest's name. */
  readonly holder: string
  readonly description: string
  readonly title: string
  /** Shown while the pass is in a stack. */
  readonly header: PassField
  readonly main: readonly PassField[]
  readonly further: readonly PassField[]
  readonly back: readonly PassField[]
  /** Text of the QR code, and what to type where it cannot be scanned. */
  readonly barcode: { readonly message: string; readonly code: string }
  readonly startsAt: Date
  readonly endsAt: Date
  readonly place: { readonly latitude: number; readonly longitude: number; readonly address: string }
  /** The reservation ended, so that wallets show the pass as void. */
  readonly isVoided: boolean
}
