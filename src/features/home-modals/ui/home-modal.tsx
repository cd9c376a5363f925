import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Picture } from '#features/media/ui/picture.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { type ModalTarget, modalTarget, modalCopy } from '../rules.ts'
import type { HomeModal as HomeModalData } from '../schema.ts'

type Props = {
  readonly modal: HomeModalData
  readonly onClose: () => void
  readonly onChooser: () => void
  /** Image shown when staff uploaded none. */
  readonly stockImage: string
}

/** Home page modal. Each of its buttons closes it. */
export function HomeModal({ modal, onClose, onChooser, stockImage }: Props) {
  const title = useId()
  const copy = modalCopy(modal)
  const image = 'h-[40dvh] w-full object-cover sm:absolute sm:inset-0 sm:size-full'
  return (
    <Dialog isOpen onClose={onClose} labelledBy={title} className="sm:max-w-3xl">
      <div className="grid sm:min-h-[27rem] sm:grid-cols-[5fr_6fr]">
        <div className="relative">
          {modal.picture ? (
            <Picture
              picture={modal.picture}
              alt=""
              isFirst
              sizes="(min-width: 640px) 22rem, 100vw"
              className={image}
            />
          ) : (
            <img src={stockImage} alt="" className={image} />
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
              onClose={onClose}
              onChooser={onChooser}
            >
              {copy.primary}
            </ModalButton>
            <ModalButton
              target={modalTarget(modal.secondaryButtonAction, 'secondary')}
              look="outline"
              onClose={onClose}
              onChooser={onChooser}
            >
              {copy.secondary}
            </ModalButton>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

type ButtonProps = {
  readonly target: ModalTarget
  readonly look: 'solid' | 'outline'
  readonly onClose: () => void
  readonly onChooser: () => void
  readonly children: ReactNode
}

function ModalButton({ target, look, onClose, onChooser, children }: ButtonProps) {
  switch (target.kind) {
    case 'chooser':
      return (
        <Button look={look} onClick={onChooser}>
          {children}
        </Button>
      )
    case 'path':
      return (
        <Link to={target.path} onClick={onClose} className={buttonClass(look)}>
          {children}
        </Link>
      )
    case 'external':
      return (
        <a
          href={target.url}
          target="_blank"
          rel="noreferrer noopener"
          onClick={onClose}
          className={buttonClass(look)}
        >
          {children}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )
  }
}
