import { Picture } from '#features/media/ui/picture.tsx'
import { modalTarget, modalCopy } from '#features/home-modals/rules.ts'
import type { HomeModal } from '#features/home-modals/schema.ts'
import { buttonClass } from '#ui/button.tsx'

/** Describes the target of a button, which is not a link in the preview. */
function targetText(action: string | null, button: 'primary' | 'secondary'): string {
  const target = modalTarget(action, button)
  switch (target.kind) {
    case 'chooser':
      return 'opens the choice of reservations'
    case 'path':
      return `goes to ${target.path}`
    case 'external':
      return `opens ${target.url}`
  }
}

/** Live preview of the modal. */
export function ModalPreview({ modal }: { modal: HomeModal }) {
  const words = modalCopy(modal)
  return (
    <section aria-label="Preview" className="overflow-hidden rounded-card border border-clay bg-ember">
      <div className="grid sm:grid-cols-[5fr_6fr]">
        <Picture
          picture={modal.picture}
          alt="Picture of the modal"
          sizes="20rem"
          className="size-full max-h-96 object-cover sm:max-h-none"
        />
        <div className="flex flex-col justify-center gap-3 p-5">
          <p className="font-display text-2xl break-words">{words.title}</p>
          <p className="break-words text-sand">{words.description}</p>
          {(['primary', 'secondary'] as const).map((button) => {
            const action = button === 'primary' ? modal.primaryButtonAction : modal.secondaryButtonAction
            return (
              <div key={button}>
                <span className={buttonClass(button === 'primary' ? 'solid' : 'outline', 'w-full')}>
                  {words[button]}
                </span>
                <p className="mt-1 text-center text-xs break-words text-dune">{targetText(action, button)}</p>
              </div>
            )
          })}
        </div>
      </div>
    </section>
  )
}
