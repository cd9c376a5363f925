import { formatPhone } from '#lib/phone.ts'

/** Phone number in a sentence, as a link that calls it. */
export const PhoneLink = ({ phone }: { readonly phone: string }) => (
  <a href={`tel:${phone}`} className="whitespace-nowrap text-brass underline underline-offset-4">
    {formatPhone(phone)}
  </a>
)
