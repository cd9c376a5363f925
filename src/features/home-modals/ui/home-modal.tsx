import type { ReactNode } from 'react'
import { Picture } from '#features/media/ui/picture.tsx'
import { buttonClass } from '#ui/button.tsx'
import { DocumentDialog } from '#ui/document-dialog.tsx'
import { type ModalTarget, modalTarget, modalCopy } from '../rules.ts'
import type { HomeModal as HomeModalData } from '../schema.ts'

type Props = {
  readonly modal: HomeModalData
  /** Image shown when staff uploaded none. */
  readonly stockImage: string
  /** Id of the dialog that asks for the kind of reservation. */
  readonly chooser: string
}

/** A modal of the home page, closed until the site's script opens it. Each of its buttons closes it. */
export function HomeModal({ modal, stockImage, chooser }: Props) {
  const title = `modal-${modal.id}-title`
  const copy = modalCopy(modal)
  const image = 'h-[40dvh] w-full object-cover sm:absolute sm:inset-0 sm:size-full'
  return (
    <DocumentDialog
      id={`modal-${modal.id}`}
      data-home-modal={modal.id}
      labelledBy={title}
      className="sm:max-w-3xl"
    >
      <div className="grid sm:min-h-[27rem] sm:grid-cols-[5fr_6fr]">
        <div className="relative">
          {modal.picture ? (
            <Picture
              picture={modal.picture}
              alt=""
              sizes="(min-width: 640px) 22rem, 100vw"
              className={image}
            />
          ) : (
            <img src={stockImage} alt="" loading="lazy" className={image} />
          )}
        </div>
        <div className="flex flex-col justify-center gap-4 p-5 pb-[calc(1.5rem+env(safe-area-inset-bottom))] sm:p-9">
          <h2 id={title} className="text-title text-balance sm:pt-6">
            {copy.title}
          </h2>
          <p className="text-sand">{copy.description}</p>
          <div className="mt-2 flex flex-col gap-3">
            <ModalButton
              target={modalTarget(modal.primaryButtonAction, 'primary')}
              look="solid"
              chooser={chooser}
            >
              {copy.primary}
            </ModalButton>
            <ModalButton
              target={modalTarget(modal.secondaryButtonAction, 'secondary')}
              look="outline"
              chooser={chooser}
            >
              {copy.secondary}
            </ModalButton>
          </div>
        </div>
      </div>
    </DocumentDialog>
  )
}

type ButtonProps = {
  readonly target: ModalTarget
  readonly look: 'solid' | 'outline'
  readonly chooser: string
  readonly children: ReactNode
}

function ModalButton({ target, look, chooser, children }: ButtonProps) {
  switch (target.kind) {
    case 'chooser':
      return (
        <button type="button" data-opens={chooser} className={buttonClass(look)}>
          {children}
        </button>
      )
    case 'path':
      return (
        <a href={target.path} className={buttonClass(look)}>
          {children}
        </a>
      )
    case 'external':
      return (
        <a href={target.url} target="_blank" rel="noreferrer noopener" className={buttonClass(look)}>
          {children}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )
  }
}
