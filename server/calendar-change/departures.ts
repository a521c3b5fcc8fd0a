import type { Calendar } from '#server/calendar/calendar.ts'
import type { Db } from '#server/database/db.ts'
import { removeDoctorIn } from '#server/doctor/doctor.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Queue } from '#server/jobs/queue.ts'
import type { RuleChanges } from './rule-changes.ts'
import { listDeparted } from './store.ts'

/** Removes doctors whose last day is over, each hour. */
const departures: Queue<object> = { name: 'departures', coalesces: true, schedule: '7 * * * *' }

type Deps = { db: Db; calendar: Calendar; ruleChanges: RuleChanges }

/** Removes doctors on this instance whenever their last day is over and no other instance does it. */
export async function startDepartures({ jobs, ...deps }: Deps & { jobs: Jobs }): Promise<void> {
  await jobs.work(departures, async () => {
    await removeDeparted(deps)
  })
}

// What to do about their appointments was decided when the day was set.
const silently = { tellPatients: false }

/** Removes the doctors whose last day is over. */
export async function removeDeparted({ db, calendar, ruleChanges }: Deps): Promise<void> {
  for (const email of await listDeparted(db, await calendar.today()))
    await ruleChanges.change(async (tx) => ({ ok: true, removed: await removeDoctorIn(tx, email) }), silently)
}
