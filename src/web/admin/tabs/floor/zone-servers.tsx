import { useId, useState } from 'react'
import type { Floor } from '#features/reservation-management/floor/schema.ts'
import { tablesByZone } from '#features/floor-plan/chart/rules.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/admin/forms/field.tsx'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { useServers } from './use-floor.ts'

type Props = { readonly floor: Floor }

const serverOf = ({ servers }: Floor, zone: string): string =>
  servers.find((it) => it.zone === zone)?.name ?? ''

/** Button that assigns a server to each zone of the night. */
export function ZoneServers({ floor }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button look="outline" className="min-h-11 px-3" onClick={() => setIsOpen(true)}>
        Servers
      </Button>
      {isOpen ? <ServersDialog floor={floor} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function ServersDialog({ floor: latest, onClose }: Props & { readonly onClose: () => void }) {
  const listId = useId()
  // Only names that are typed here are saved: those that a colleague enters meanwhile stay.
  const [floor] = useState(latest)
  const zones = tablesByZone(floor.tables).map(({ zone }) => zone)
  const form = useFormValues<Record<string, string>>(
    Object.fromEntries(zones.map((zone) => [zone, serverOf(floor, zone)])),
  )
  const save = useServers(onClose)
  return (
    <FormDialog
      title="Servers of the zones"
      submit="Save servers"
      isBusy={save.isPending}
      onSubmit={() =>
        save.mutate(
          zones
            .map((zone) => ({ date: floor.date, zone, name: (form.values[zone] ?? '').trim() }))
            .filter(({ zone, name }) => name !== serverOf(floor, zone)),
        )
      }
      onClose={onClose}
    >
      <p className="text-sand">For this date only. Choose a colleague, or type any name.</p>
      <datalist id={listId}>
        {floor.staffNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {zones.map((zone) => (
        <TextField
          key={zone}
          label={zone}
          list={listId}
          autoComplete="off"
          maxLength={80}
          value={form.values[zone] ?? ''}
          onChange={(event) => form.setValue(zone, event.target.value)}
        />
      ))}
    </FormDialog>
  )
}
