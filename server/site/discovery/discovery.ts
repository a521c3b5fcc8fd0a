import { escapeHtml } from '#contract/kit/text/escape-html.ts'
import type { Clinic } from '#contract/site/clinic.ts'
import { indexed } from '#contract/site/documents.ts'
import { pages } from '#contract/site/pages.ts'
import type { App } from '#server/http/app-type.ts'
import { scriptJson } from '#server/http/html.ts'

/** `clinic` returns the clinic as it is now. */
type Deps = { clinic: () => Promise<{ name: string }>; publicUrl: string }

/** Serves robots.txt, the sitemap and the web app manifest. */
export function discoveryRoutes(app: App, { clinic, publicUrl }: Deps): void {
  const files = [
    { url: '/robots.txt', type: 'text/plain; charset=utf-8', body: async () => robots(publicUrl) },
    { url: '/sitemap.xml', type: 'application/xml; charset=utf-8', body: async () => sitemap(publicUrl) },
    {
      url: '/manifest.webmanifest',
      type: 'application/manifest+json; charset=utf-8',
      body: async () => manifest((await clinic()).name),
    },
  ]
  for (const { url, type, body } of files) {
    app.get(url, { schema: { hide: true }, config: { limit: 'static' } }, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'public, max-age=3600')
        .send(await body()),
    )
  }
}

/** Returns structured data about the clinic (https://schema.org/Dentist), as JSON that is safe in a script element. */
export function dentist(clinic: Clinic): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Dentist',
    '@id': `${clinic.publicUrl}/#clinic`,
    name: clinic.name,
    url: `${clinic.publicUrl}/`,
    email: clinic.email,
    telephone: clinic.phone,
    address: clinic.address,
    hasMap: clinic.mapLink,
    geo: clinic.coordinates && { '@type': 'GeoCoordinates', ...clinic.coordinates },
    openingHours: clinic.hours,
    specialOpeningHoursSpecification: clinic.specialHours?.map((hours) => ({
      '@type': 'OpeningHoursSpecification',
      ...hours,
    })),
    hasOfferCatalog: offerCatalog(clinic),
    image: clinic.publicUrl + (clinic.heroPicture?.src ?? '/brand/card.png'),
    logo: clinic.publicUrl + (clinic.logo ?? '/brand/icon-512.png'),
  }
  return scriptJson(data)
}

/** Returns what the service cards offer at which price; undefined if patients can book none of it. */
function offerCatalog({ services, currency }: Clinic) {
  const offered = services.filter(({ amount }) => amount !== '')
  if (offered.length === 0) return undefined
  const itemListElement = offered.map(({ name, description, amount }) => ({
    '@type': 'Offer',
    price: amount,
    priceCurrency: currency,
    itemOffered: { '@type': 'Service', name, description },
  }))
  return { '@type': 'OfferCatalog', name: 'Treatments', itemListElement }
}

function robots(publicUrl: string) {
  const hidden = ['/api/', pages.dashboard, '/sandbox/'].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...hidden, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}

function sitemap(publicUrl: string) {
  const entries = indexed.map((path) => `<url><loc>${escapeHtml(`${publicUrl}${path}`)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>
`
}

function manifest(name: string) {
  const png = (file: string, size: number, purpose = 'any') => ({
    src: `/brand/${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const shortcut = (title: string, url: string) => ({ name: title, url, icons: [png('icon-192', 192)] })
  return JSON.stringify({
    // The first start page. A browser knows by it that an installed site is this one.
    id: '/',
    name,
    short_name: name,
    // Whoever installs it has appointments here. Others get the login, which says what it is for and returns there.
    start_url: pages.dashboard,
    scope: '/',
    display: 'standalone',
    // With Back and Reload where the browser can.
    display_override: ['minimal-ui'],
    lang: 'en',
    theme_color: '#ffffff',
    background_color: '#ffffff',
    icons: [
      { src: '/brand/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      png('icon-192', 192),
      png('icon-512', 512),
      png('icon-maskable-512', 512, 'maskable'),
    ],
    shortcuts: [shortcut('Book an appointment', pages.appointment), shortcut('My Appointments', pages.dashboard)],
  })
}
