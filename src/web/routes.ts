import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every address of the house. */
export default [
  layout('site/site-layout.tsx', [
    index('site/home.tsx'),
    route('menu', 'site/menu.tsx'),
    route('menu/:item', 'site/menu-item.tsx'),
    route('gallery', 'site/gallery.tsx'),
    route('events', 'site/events.tsx'),
    route('events/:event', 'site/event.tsx'),
    route('reservations', 'site/reservations.tsx'),
    route('privacy-policy', 'site/privacy-policy.tsx'),
    route('terms-of-service', 'site/terms-of-service.tsx'),
    route('cookie-policy', 'site/cookie-policy.tsx'),
    route('*', 'site/not-found.tsx'),
  ]),
  route('cookie-consent', 'api/cookie-consent.ts'),
  route('media/:id/:rendition', 'api/media.ts'),
  route('sitemap.xml', 'api/sitemap.ts'),
  route('robots.txt', 'api/robots.ts'),
  route('healthz', 'api/healthz.ts'),
  route('readyz', 'api/readyz.ts'),
] satisfies RouteConfig
