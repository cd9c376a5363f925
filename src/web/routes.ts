import { index, layout, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes'

/** Paths are case-sensitive: `/MENU` is not found, so that caches store each page under one URL. */
const caseSensitive = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.map((entry) => ({
    ...entry,
    caseSensitive: true,
    ...(entry.children ? { children: caseSensitive(entry.children) } : {}),
  }))

/** Routes of the site and the staff area. */
export default caseSensitive([
  layout('site/layout/site-layout.tsx', [
    index('site/home/home.tsx'),
    route('menu', 'site/menu/menu.tsx'),
    route('menu/:item', 'site/menu/menu-item.tsx'),
    route('gallery', 'site/gallery/gallery.tsx'),
    route('events', 'site/events/events.tsx'),
    route('events/:event', 'site/event/event.tsx'),
    route('reservations', 'site/reservations/reservations.tsx'),
    route('plan-event', 'site/requests/plan-event.tsx'),
    route('perform', 'site/requests/perform.tsx'),
    route('thank-you', 'site/reservations/thank-you.tsx'),
    layout('site/payment/private-pages.tsx', [
      route('payment-success', 'site/payment/payment-success.tsx'),
      route('payment-cancelled', 'site/payment/payment-cancelled.tsx'),
      route('my-reservation/:token', 'site/my-reservation/my-reservation.tsx'),
      route('stop-reminders/:token', 'site/my-reservation/stop-reminders.tsx'),
      route('lists/:code', 'site/guest-lists/guest-list.tsx'),
      route('list-entry/:token', 'site/guest-lists/list-entry.tsx'),
      route('find-my-booking', 'site/find-my-booking/find-my-booking.tsx'),
      route('waiting-list', 'site/waiting-list/join.tsx'),
      route('waiting/:token', 'site/waiting-list/waiting.tsx'),
    ]),
    route('privacy-policy', 'site/legal/privacy-policy.tsx'),
    route('terms-of-service', 'site/legal/terms-of-service.tsx'),
    route('cookie-policy', 'site/legal/cookie-policy.tsx'),
    route('*', 'site/page/not-found.tsx'),
  ]),
  route('admin/door', 'admin/check-in/document/document.ts'),
  route('admin/door/worker.js', 'admin/check-in/document/worker-script.ts'),
  route('admin/door/app.webmanifest', 'admin/check-in/document/web-manifest.ts'),
  route('admin/*', 'admin/app/dashboard.tsx'),
  route('cookie-consent', 'api/cookie-consent.ts'),
  route('csp-reports', 'api/csp-reports.ts'),
  route('requests/:form', 'api/requests.ts'),
  route('holds', 'api/holds/holds.ts'),
  route('holds/:token', 'api/holds/hold.ts'),
  route('holds/:token/checkout', 'api/holds/hold-checkout.ts'),
  route('holds/:token/release', 'api/holds/hold-release.ts'),
  route('my-reservation/:token/calendar.ics', 'api/reservation-calendar.ts'),
  route('my-reservation/:token/packages/:picture', 'api/package-picture.ts'),
  route('payments/webhook', 'api/webhooks/payment-webhook.ts'),
  route('text-messages/webhook', 'api/webhooks/text-webhook.ts'),
  route('my-reservation/:token/times', 'api/my-dinner-times.ts'),
  route('reservations/times', 'api/dining-times.ts'),
  route('outbox/:email?', 'api/outbox.ts'),
  route('media/:id/:rendition', 'api/media.ts'),
  route('site.webmanifest', 'api/web-manifest.ts'),
  route('sitemap.xml', 'api/sitemap.ts'),
  route('robots.txt', 'api/robots.ts'),
  route('healthz', 'api/healthz.ts'),
  route('readyz', 'api/readyz.ts'),
]) satisfies RouteConfig
