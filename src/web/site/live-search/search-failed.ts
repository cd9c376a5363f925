import { showPlainToast } from '#ui/toasts/plain-toast.ts'

/** Says that a search had no answer. The page stays: what was typed must not cost it. */
export const showSearchFailed = (onAgain: () => void): void =>
  showPlainToast({
    tone: 'bad',
    title: 'The search could not be loaded',
    text: 'You still see the list from before. Please check your connection.',
    action: { label: 'Try again', onPress: onAgain },
  })
