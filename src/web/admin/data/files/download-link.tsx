import type { MouseEvent, ReactNode } from 'react'
import { apiFetchFile, toastFailure } from '../api-client.ts'
import type { KnownUrl } from '../api-types.ts'

type Saved = {
  readonly fileName: string
  /** Title of the toast where it cannot be fetched. */
  readonly failure: string
}

/** Saves a file of the staff API under a name. */
export async function saveFile(file: Promise<Blob>, { fileName, failure }: Saved): Promise<void> {
  try {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await file)
    link.download = fileName
    link.click()
    URL.revokeObjectURL(link.href)
  } catch (error) {
    toastFailure(failure, error)
  }
}

type Props<Url extends string> = Saved & {
  readonly href: Url & KnownUrl<'GET', Url>
  readonly className: string
  readonly children: ReactNode
}

/**
 * Link that downloads a list. Fetched by the page, because a browser that follows the link saves whatever is answered: where the
 * session has ended, the refusal under the name of the list.
 */
export function DownloadLink<const Url extends string>({
  href,
  fileName,
  failure,
  className,
  children,
}: Props<Url>) {
  const onClick = (event: MouseEvent): void => {
    event.preventDefault()
    void saveFile(apiFetchFile<Url>(href), { fileName, failure })
  }
  return (
    <a href={href} download={fileName} className={className} onClick={onClick}>
      {children}
    </a>
  )
}
