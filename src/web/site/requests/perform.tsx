import { useLocation } from 'react-router'
import { roomPictures } from '#features/gallery/rules.ts'
import type { GalleryItem } from '#features/gallery/schema.ts'
import { listGalleryItems } from '#features/gallery/service.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { PERFORMER_CATEGORIES } from '#features/requests/performer-applications/rules.ts'
import { PerformForm } from '#features/requests/performer-applications/ui/perform-form.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { readPart, withContext } from '#http/context.ts'
import { issueFormToken } from '#forms/form-token.ts'
import { applyToPerform } from '#forms/request-forms.ts'
import { readForm } from '#forms/form-handler.ts'
import { handleWizard } from '#forms/wizard-handler.ts'
import { Island } from '../islands/island.tsx'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { useRootData } from '../layout/site-layout.tsx'
import type { Route } from './+types/perform.ts'

export const loader = withContext(async (deps) => {
  const gallery = await readPart<GalleryItem[]>(deps, () => listGalleryItems(deps.db), {
    empty: [],
    onError: (err) => deps.log.error({ event: 'gallery.load_failed', err }, 'the pictures could not be read'),
  })
  return { formToken: issueFormToken(deps, 'perform'), stage: roomPictures(gallery, 'events')[0] ?? null }
})

/** Handles a wizard step that was submitted without JavaScript. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) =>
  handleWizard(deps, await readForm(request), applyToPerform(deps)),
)

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const root = rootDataOf(matches)
  if (!root) return []
  const { venue, origin } = root
  return pageMeta({
    title: `Perform | ${venue.name}`,
    description: `Now casting musicians, singers, poets, comedians and more: apply to perform at ${venue.name} in ${venue.city}.`,
    path: '/perform',
    origin,
    siteName: venue.name,
    picture: loaderData?.stage?.picture ?? null,
  })
}

const FORM = 'apply'
const IN_HERO = 8

export default function Perform({ loaderData: { formToken, stage }, actionData }: Route.ComponentProps) {
  const { search } = useLocation()
  return (
    <>
      <Hero stage={stage} />
      <div className="wrap grid grid-cols-1 gap-10 py-12 md:py-16 lg:grid-cols-[3fr_2fr]">
        <section
          id={FORM}
          aria-labelledby={`${FORM}-title`}
          className="scroll-mt-24 rounded-card border border-bark bg-ember p-5 sm:p-8"
        >
          <h2 id={`${FORM}-title`} className="mb-5 text-title">
            Apply to Perform
          </h2>
          <Island
            name="perform-form"
            component={PerformForm}
            wakes="load"
            props={{
              formToken,
              search,
              answer: actionData ?? null,
              labelledBy: `${FORM}-title`,
            }}
          />
        </section>
        <Benefits />
      </div>
      <LookingFor />
    </>
  )
}

const Hero = ({ stage }: Pick<Route.ComponentProps['loaderData'], 'stage'>) => {
  const { venue } = useRootData()
  return (
    <header className="relative isolate overflow-hidden bg-ember">
      <div className="absolute inset-y-0 right-0 -z-10 w-full lg:w-3/5">
        <Picture
          picture={stage?.picture ?? null}
          alt=""
          sizes="(min-width: 64rem) 60vw, 100vw"
          isFirst
          className="size-full object-cover opacity-35 [mask-image:linear-gradient(to_top,transparent,#000_70%)] lg:opacity-80 lg:[mask-image:linear-gradient(to_left,#000_40%,transparent)]"
        />
      </div>
      <div className="wrap py-12 md:py-20">
        <Badge tone="brass">Now Casting</Badge>
        <h1 className="mt-4 max-w-2xl text-hero">
          The stage is <em className="text-brass">yours.</em>
        </h1>
        <p className="mt-4 max-w-lg text-lg text-sand">
          {venue.name} is looking for those who can hold a room: apply in three short steps.
        </p>
        <ul aria-label="Among others" className="mt-6 flex max-w-2xl flex-wrap gap-2">
          {PERFORMER_CATEGORIES.slice(0, IN_HERO).map((category) => (
            <li key={category}>
              <Badge>{category}</Badge>
            </li>
          ))}
          <li>
            <Badge tone="teal">+{PERFORMER_CATEGORIES.length - IN_HERO} more</Badge>
          </li>
        </ul>
      </div>
      <div className="zellige-strip" aria-hidden="true" />
    </header>
  )
}

const BENEFITS: readonly { readonly icon: IconName; readonly title: string; readonly text: string }[] = [
  {
    icon: 'events',
    title: 'Premium Venue',
    text: 'A real stage, lights, and a room that was built to be looked at.',
  },
  { icon: 'people', title: 'Engaged Audience', text: 'Guests who came for the evening, and who listen.' },
  { icon: 'calendar', title: 'Regular Opportunities', text: 'Five nights a week, all through the year.' },
  {
    icon: 'mic',
    title: 'Professional Growth',
    text: 'Sound checks, good recordings, and people who book others.',
  },
]

const Benefits = () => (
  <section aria-labelledby="benefits">
    <h2 id="benefits" className="text-heading">
      Why here?
    </h2>
    <ul className="mt-5 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-1">
      {BENEFITS.map(({ icon, title, text }) => (
        <li key={title} className="flex gap-4 rounded-card border border-bark bg-ember p-5">
          <Icon name={icon} className="mt-1 size-7 text-teal-light" />
          <span>
            <strong className="block font-display text-xl font-medium text-cream">{title}</strong>
            <span className="text-sand">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  </section>
)

const LOOKING_FOR = "We're Looking For"

const LookingFor = () => (
  <section aria-labelledby="looking-for" className="wrap">
    <h2 id="looking-for" className="text-title">
      {LOOKING_FOR}
    </h2>
    <ul className="mt-6 grid grid-cols-2 gap-2.5 sm:grid-cols-3 lg:grid-cols-6">
      {PERFORMER_CATEGORIES.map((category) => (
        <li
          key={category}
          className="flex min-h-14 items-center justify-center rounded-xl border border-bark bg-ember px-3 py-2 text-center"
        >
          {category}
        </li>
      ))}
    </ul>
    <p className="mt-10 text-center">
      <ButtonLink href="/#story" look="outline">
        Learn More About Us
      </ButtonLink>
    </p>
  </section>
)
