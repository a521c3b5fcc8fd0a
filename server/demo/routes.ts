import { demoCalls } from '#contract/calls/demo.ts'
import { refused } from '#contract/kit/outcome.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/database/db.ts'
import type { App } from '#server/http/app-type.ts'
import type { Identity } from '#server/http/identity.ts'
import { problemOf } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { emptyDemo } from './empty.ts'
import { fillDemo } from './fill.ts'
import { demoRefusals } from './refusals.ts'
import { readDemo } from './store.ts'

type Deps = { db: Db; clock: () => Date; identity: Identity; audit: Audit; demo: boolean }

/** Registers the routes by which admins fill a demo and empty it again. */
export function demoRoutes(app: App, { db, clock, identity, audit, demo }: Deps) {
  const requireDemo = () => {
    if (!demo) throw problemOf(demoRefusals, refused('no-demo'))
  }
  route(app, identity, demoCalls.readDemo, async () => {
    requireDemo()
    return readDemo(db)
  })
  route(app, identity, demoCalls.fillDemo, async (request) => {
    requireDemo()
    const outcome = await fillDemo(db, clock(), audit.recordFor(request))
    if (!outcome.ok) throw problemOf(demoRefusals, outcome)
    return outcome.demo
  })
  route(app, identity, demoCalls.emptyDemo, async (request) => {
    requireDemo()
    const outcome = await emptyDemo(db, audit.recordFor(request))
    if (!outcome.ok) throw problemOf(demoRefusals, outcome)
    return readDemo(db)
  })
}
