import { data } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { rootDataOf } from './page-meta.ts'
import type { Route } from './+types/not-found.ts'

export const loader = () => data(null, { status: 404 })

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: ['Page not found', rootDataOf(matches)?.venue.name].filter(Boolean).join(' | ') },
  { name: 'robots', content: 'noindex' },
]

export default function NotFound() {
  return (
    <div className="wrap flex min-h-[70vh] flex-col items-center justify-center gap-6 py-20 text-center">
      <h1 className="font-display text-[clamp(5rem,22vw,11rem)] leading-none text-brass">404</h1>
      <p className="text-xl text-sand">Oops! Page not found</p>
      <a href="/" className={buttonClass('solid')}>
        Return to Home
      </a>
    </div>
  )
}
