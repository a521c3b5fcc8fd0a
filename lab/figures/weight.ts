import { generatePath } from 'react-router'
import { pageAt } from '#contract/site/page-at.ts'
import { pages } from '#contract/site/pages.ts'
import { book } from '#e2e/support/bookings.ts'
import { demoAdmin, signUp } from '#e2e/support/people.ts'
import type { Figure, Row } from '../kit/report.ts'
import { type WeighVisit, withSite } from '../kit/visit.ts'

/** Upper limits in KB: JavaScript needed to show the page, and all files together. */
type Limits = { script: number; total?: number }
const publicPage: Limits = { script: 15, total: 150 }
const signInPage: Limits = { script: 110 }
const appPage: Limits = { script: 130 }
/** A page that the server renders: its scripts run after it is shown. */
const renderedPage: Limits = { script: 110, total: 150 }

const shown = 'main h1'
const patientPages: [path: string, content: string][] = [
  [pages.appointment, 'main li button'],
  ...[pages.dashboard, pages.reviews, pages.history].map((path): [string, string] => [path, shown]),
  [pages.account, 'main form'],
]
const adminPages: [path: string, content: string][] = [
  [pages.users, 'main table'],
  [pages.addDoctor, 'main form'],
  [pages.manageDoctors, 'main table'],
  [pages.activity, shown],
]

/** Measures the bytes that a first visit of each page transfers: JavaScript and total. */
export const weight: Figure = {
  title: 'Transfer size of a first page visit',
  method: `Chromium with an empty cache, 1280 px wide. Pages behind the login are opened with a session cookie only. Sizes are the encoded bytes of each response including headers
(DevTools protocol, Network.loadingFinished); 1 KB is 1,000 bytes. JavaScript: scripts requested until the page showed its main content; none where the document has
it. Scripts that run afterwards count in the total only, and so do the card provider's own scripts on the payment page.`,
  limitedBy:
    'React, its router and the schemas, which every page behind the login needs; pages with a form also need the form library.',
  measure: (lab) => withSite(lab, measureSite),
}

async function measureSite(url: string, weigh: WeighVisit): Promise<Row[]> {
  const patient = await signUp({ url })
  const { _id: id } = await book({ url }, patient)
  const bookingPages = [pages.payment, pages.receipt].map((page) => [generatePath(page, { id }), shown] as const)
  const admin = await demoAdmin({ url })
  const rows: Row[] = []
  const add = async (limits: Limits, ...visit: Parameters<WeighVisit>) => {
    const { scriptKb, totalKb } = await weigh(...visit)
    const name = visit[0].replace(id, '{id}')
    rows.push(sizeRow(`${name}: JavaScript`, limits.script, scriptKb), sizeRow(`${name}: total`, limits.total, totalKb))
  }
  for (const path of [pages.home, pages.about]) await add(publicPage, path)
  for (const path of [pages.login, pages.signup, pages.forgotPassword]) await add(signInPage, path)
  for (const [path, content] of [...patientPages, ...bookingPages]) {
    await add(pageAt(path)?.isRendered ? renderedPage : appPage, path, content, patient)
  }
  for (const [path, content] of adminPages) await add(appPage, path, content, admin)
  return rows
}

function sizeRow(label: string, limitKb: number | undefined, kb: number): Row {
  const result = `${kb.toFixed(1)} KB`
  if (limitKb === undefined) return { label, target: '', result }
  return { label, target: `≤ ${limitKb} KB`, result, met: kb <= limitKb }
}
