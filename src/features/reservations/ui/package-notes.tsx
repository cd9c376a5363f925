type PackageKey = 'birthday_shoutout' | 'screen_display'

/** Contents of the booked packages. */
export const PackageNotes = ({ packages }: { packages: readonly PackageKey[] }) =>
  packages.length === 0 ? null : (
    <div className="grid gap-4 sm:grid-cols-2 print:grid-cols-2">
      {packages.includes('birthday_shoutout') ? (
        <PackageNote
          title="Birthday Shoutout Package"
          includes={[
            'A shoutout by the MC',
            'Your picture and name on the big screen',
            'Sparklers and lights',
            'A custom name sign',
          ]}
        />
      ) : null}
      {packages.includes('screen_display') ? (
        <PackageNote
          title="Screen Display Package"
          includes={['Your message or picture on the big screen']}
        />
      ) : null}
    </div>
  )

const PackageNote = ({ title, includes }: { title: string; includes: readonly string[] }) => (
  <section className="rounded-xl border border-brass/40 bg-cocoa p-4">
    <h3 className="text-xl text-brass">{title}</h3>
    <ul className="mt-2 list-disc pl-5 text-sand marker:text-brass">
      {includes.map((it) => (
        <li key={it}>{it}</li>
      ))}
    </ul>
  </section>
)
