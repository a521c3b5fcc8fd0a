import { isAdmin, type Role } from '#contract/access/roles.ts'
import type { ClinicData } from '#contract/clinic.ts'
import type { OutsideService, ServiceKind } from '#contract/outside-service.ts'
import type { ReadyRow } from '#contract/ready.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'
import type { Finding } from '../preflight/check.ts'

/** What the list is made from. `samples`: what is still of the sample clinic. `address`: what preflight says about the
 *  public address; undefined while only this machine can reach it. */
export type Facts = {
  clinic: ClinicData
  rules: Pick<Rules, 'week' | 'treatments' | 'doctors' | 'chairs' | 'chairTreatments' | 'policy'>
  samples: readonly string[]
  zoneWarnings: readonly string[]
  services: readonly OutsideService[]
  mailTriedAt: Date | null
  members: readonly { name: string; role: Role; secondFactor: boolean }[]
  invitations: number
  hasPatients: boolean
  lastBackup: Date | undefined
  demo: boolean
  address: Finding | undefined
  publicUrl: string
  now: Date
}

/** A row as its maker returns it. */
export type Row = Omit<ReadyRow, 'isNeeded' | 'more'> & { more?: string[] }

export const list = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names)
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
export const stateOf = ({ services }: Facts, kind: ServiceKind) => services.find((each) => each.kind === kind)
export const adminsIn = ({ members }: Facts) => members.filter(isAdmin)
