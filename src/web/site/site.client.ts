/** Script of every public page. The pages work without it; each part below looks for its own element. */
import { wakeIslands } from './islands/wake.ts'
import { replaceBrokenPictures } from './scripts/broken-pictures.ts'
import { startCarousels } from './scripts/carousel.ts'
import { answerCookieBanner } from './scripts/cookie-banner.ts'
import { followUp } from './scripts/follow-up.ts'
import { helpForms } from './scripts/forms.ts'
import { showToastOnArrival } from './scripts/toast-on-arrival.ts'
import { startLiveSearch } from './live-search/start.ts'
import { addNearTemplates } from './scripts/when-near.ts'
import { playFilms } from './scripts/film.ts'
import { openDialogs } from './scripts/dialogs.ts'
import { startHomeModal } from './scripts/home-modal.ts'
import { markCurrentSection } from './scripts/legal-contents.ts'
import { openLightbox } from './scripts/lightbox.ts'
import { shareLinks } from './share/share.ts'
import { revealCurrent } from './scripts/reveal-current.ts'
import { revealFocused } from './scripts/reveal-focused.ts'

const begun = performance.now()
revealCurrent()
revealFocused()
replaceBrokenPictures()
openDialogs()
answerCookieBanner()
helpForms()
shareLinks()
followUp()
showToastOnArrival()
startLiveSearch()
startCarousels()
openLightbox()
markCurrentSection()
startHomeModal()
addNearTemplates()
wakeIslands()
playFilms({ startedInMs: performance.now() - begun })

// From here on the page answers by itself.
document.documentElement.dataset['script'] = 'alive'
