// npm run waiting-list [-- DAYS]: simulates a quarter of the busy clinic without and with the waiting list, and checks
// that no offer is lost, sent twice, or sent after the patient has what they wanted.
import { pino } from 'pino'
import { openDatabase } from '#server/database/open-database.ts'
import { createDataStore } from '../kit/data-store.ts'
import { openLab } from '../kit/lab.ts'
import { type Found, simulateQuarter } from './quarter.ts'

const days = Number(process.argv[2] ?? 90)
const seed = 1
const lab = openLab()
try {
  const without = await simulate(false)
  const withList = await simulate(true)
  const share = ({ takenAgain, freed }: Found) =>
    `${takenAgain} of ${freed} (${Math.round((100 * takenAgain) / freed)} %)`
  console.log(`${days} days of the busy clinic, seed ${seed}, 8 % cancelled`)
  console.log(`Freed times that are taken again: without the list ${share(without)}, with it ${share(withList)}`)
  console.log(`Moved earlier: ${withList.moved}, by ${withList.medianDaysGained.toFixed(1)} days (median)`)
  console.log(
    `Offers: ${withList.offers}; lost ${withList.lost}, twice ${withList.twice}, after the end ${withList.afterEnd}; kill -9: ${withList.kills}`,
  )
  process.exitCode = withList.lost + withList.twice + withList.afterEnd > 0 ? 1 : 0
} finally {
  await lab.close()
}

async function simulate(withList: boolean): Promise<Found> {
  const { databaseUrl } = await createDataStore(lab, 'PostgreSQL')
  const database = await openDatabase({ databaseUrl, dataDir: '' }, pino({ level: 'silent' }))
  try {
    return await simulateQuarter(database, { days, seed, withList, databaseUrl })
  } finally {
    await database.close()
  }
}
