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
    layout('site/private-pages.tsx', [
      route('payment-success', 'site/payment-success.tsx'),
      route('payment-cancelled', 'site/payment-cancelled.tsx'),
      route('my-reservation/:token', 'site/my-reservation.tsx'),
    ]),
    route('privacy-policy', 'site/privacy-policy.tsx'),
    route('terms-of-service', 'site/terms-of-service.tsx'),
    route('cookie-policy', 'site/cookie-policy.tsx'),
    route('*', 'site/not-found.tsx'),
  ]),
  route('admin/*', 'admin/desk.tsx'),
  route('cookie-consent', 'api/cookie-consent.ts'),
  route('holds', 'api/holds.ts'),
  route('holds/:token', 'api/hold.ts'),
  route('holds/:token/checkout', 'api/hold-checkout.ts'),
  route('holds/:token/release', 'api/hold-release.ts'),
  route('my-reservation/:token/calendar.ics', 'api/reservation-calendar.ts'),
  route('payments/webhook', 'api/payment-webhook.ts'),
  route('outbox/:letter?', 'api/outbox.ts'),
  route('media/:id/:rendition', 'api/media.ts'),
  route('sitemap.xml', 'api/sitemap.ts'),
  route('robots.txt', 'api/robots.ts'),
  route('healthz', 'api/healthz.ts'),
  route('readyz', 'api/readyz.ts'),
] satisfies RouteConfig
