import type { ReadyRow } from '#contract/ready.ts'
import type { Facts, Row } from './facts.ts'
import * as needed from './needed.ts'
import * as recommended from './recommended.ts'

type Maker = (facts: Facts) => Row

const neededRows: readonly Maker[] = [
  ...[needed.clinicRow, needed.samplesRow, needed.hoursRow, needed.dentistsRow, needed.treatmentsRow],
  ...[needed.pricesRow, needed.mailRow, needed.factorRow, needed.addressRow, needed.demoRow, needed.backupRow],
]
const recommendedRows: readonly Maker[] = [
  ...[recommended.imprintRow, recommended.picturesRow, recommended.zoneRow, recommended.textsRow, recommended.cardsRow],
  ...[
    recommended.adminsRow,
    recommended.staffRow,
    recommended.chairsRow,
    recommended.patientsRow,
    recommended.onlineRow,
  ],
]

/** Returns the rows of the list 'Ready to open', those that a clinic needs first. */
export function readyRows(facts: Facts): ReadyRow[] {
  const toRows = (makers: readonly Maker[], isNeeded: boolean) =>
    makers.map((make) => ({ more: [], ...make(facts), isNeeded }))
  return [...toRows(neededRows, true), ...toRows(recommendedRows, false)]
}
