import { data, redirect } from 'react-router'
import { formatUsdShort } from '#lib/money.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { currentSharePicturePath } from '#features/media/share-pictures/service.ts'
import { categoryLabel, tabOfCategory } from '#features/menu/rules.ts'
import type { MenuItem } from '#features/menu/schema.ts'
import { findMenuItem } from '#features/menu/service.ts'
import { DietaryTags } from '#features/menu/ui/dietary-tags.tsx'
import { MenuCard, pictureShape } from '#features/menu/ui/menu-card.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { withContext } from '#http/context.ts'
import { Breadcrumb } from '../page/breadcrumb.tsx'
import { menuAddress } from './menu-address.ts'
import { breadcrumbData, menuItemData } from './menu-structured-data.ts'
import { UnavailableNote } from '../page/load-failure.tsx'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { ReloadLink } from '../page/reload-link.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import { shareDish } from '../share/share-subjects.ts'
import { ShareLink } from '../share/share-link.tsx'
import { StructuredData } from '../page/structured-data.tsx'
import type { Route } from './+types/menu-item.ts'

/** Loads an item by its slug. An id redirects to the slug permanently. */
export const loader = withContext(async (deps, { params }: Route.LoaderArgs) => {
  const found = await findMenuItem(deps, params.item)
  if (found?.kind === 'moved') throw redirect(`/menu/${found.slug}`, 301)
  if (!found) return data(null, { status: 404 })
  const sharePicture = currentSharePicturePath(shareDish(found.item, await deps.loadVenue()))
  return data({ ...found, sharePicture })
})

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const root = rootDataOf(matches)
  if (!root) return []
  const { venue, origin } = root
  if (!loaderData)
    return [{ title: `Menu Item Not Found | ${venue.name}` }, { name: 'robots', content: 'noindex' }]
  const { item, sharePicture } = loaderData
  return pageMeta({
    title: `${item.name} | ${venue.name} Menu`,
    description: item.description,
    path: `/menu/${item.slug}`,
    origin,
    siteName: venue.name,
    pictureAlt: item.name,
    sharePicture,
    type: 'article',
  })
}

export default function MenuItemPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NoSuchItem message="The menu item you're looking for doesn't exist." />
  const { item, related } = loaderData
  return (
    <div className="wrap pt-2 md:pt-6">
      <Breadcrumb steps={stepsTo(item)} />
      <article
        className={`mt-2 grid gap-x-14 gap-y-7 lg:mt-6 ${item.category === 'beverage' ? 'lg:grid-cols-2' : 'lg:grid-cols-[1.2fr_1fr]'}`}
      >
        <ItemPicture item={item} />
        <ItemDetails item={item} />
      </article>
      <Related items={related} />
      <ItemData item={item} />
    </div>
  )
}

const stepsTo = (item: MenuItem) => [
  { name: 'Home', path: '/' },
  { name: 'Menu', path: '/menu' },
  { name: item.name, path: `/menu/${item.slug}` },
]

const ItemPicture = ({ item }: { item: MenuItem }) => (
  <div className="self-start overflow-hidden rounded-card border border-bark lg:sticky lg:top-28">
    <Picture
      picture={item.picture}
      alt={item.name}
      sizes="(min-width: 76rem) 38rem, (min-width: 64rem) 50vw, 94vw"
      isFirst
      className={`${pictureShape(item.category)} w-full object-cover`}
    />
    <div className="zellige-strip" aria-hidden="true" />
  </div>
)

function ItemDetails({ item }: { item: MenuItem }) {
  const { venue, origin } = useRootData()
  return (
    <div className="flex flex-col items-start gap-5">
      <div className="flex flex-wrap gap-2">
        <Badge tone="brass">{categoryLabel(item.category)}</Badge>
        {item.isSoldOutToday ? <Badge tone="burgundy">Sold out today</Badge> : null}
      </div>
      <h1 className="text-title wrap-anywhere">{item.name}</h1>
      <p className="text-2xl font-semibold text-brass">{formatUsdShort(item.priceCents)}</p>
      <p className="max-w-prose text-lg text-sand">{item.description}</p>
      {item.ingredients.length > 0 ? (
        <section aria-labelledby="ingredients" className="w-full border-t border-bark pt-5">
          <h2 id="ingredients" className="text-xl">
            Ingredients
          </h2>
          <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1.5 text-sand">
            {item.ingredients.map((ingredient) => (
              <li key={ingredient} className="flex items-baseline gap-2.5">
                <span
                  aria-hidden="true"
                  className="size-1.5 shrink-0 -translate-y-0.5 rotate-45 bg-brass-deep"
                />
                {ingredient}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {item.dietary.length > 0 ? (
        <section aria-labelledby="dietary" className="w-full border-t border-bark pt-5">
          <h2 id="dietary" className="text-xl">
            Dietary Information
          </h2>
          <DietaryTags tags={item.dietary} className="mt-3" />
        </section>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <ButtonLink look="outline" href={menuAddress(tabOfCategory(item.category))}>
          <Icon name="left" /> Back to Menu
        </ButtonLink>
        <ShareLink
          label="Share this dish"
          text={`${item.name} at ${venue.name}`}
          url={`${origin}/menu/${item.slug}`}
        />
      </div>
    </div>
  )
}

const Related = ({ items }: { items: readonly MenuItem[] }) =>
  items.length > 0 ? (
    <section aria-labelledby="related" className="mt-16 md:mt-24">
      <h2 id="related" className="text-heading">
        You Might Also Like
      </h2>
      <ul className="mt-6 grid gap-5 sm:grid-cols-3 sm:gap-6">
        {items.map((item) => (
          <li key={item.slug}>
            <MenuCard item={item} sizes="(min-width: 76rem) 24rem, (min-width: 40rem) 31vw, 92vw" />
          </li>
        ))}
      </ul>
    </section>
  ) : null

function ItemData({ item }: { item: MenuItem }) {
  const { origin } = useRootData()
  const graph = [menuItemData(item, origin), breadcrumbData(stepsTo(item), origin)]
  return <StructuredData data={{ '@context': 'https://schema.org', '@graph': graph }} />
}

const NoSuchItem = ({ message, children }: { message: string; children?: React.ReactNode }) => (
  <div className="wrap flex min-h-[65vh] flex-col items-center justify-center gap-6 py-16 text-center">
    <h1 className="text-title">Menu Item Not Found</h1>
    <p className="text-lg text-sand">{message}</p>
    <div className="flex flex-wrap justify-center gap-3">
      {children}
      <ButtonLink href="/menu">Back to Menu</ButtonLink>
    </div>
  </div>
)

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <NoSuchItem message="Failed to load menu item">
      <UnavailableNote error={error} />
      <ReloadLink label="Try again" />
    </NoSuchItem>
  )
}
