import { z } from 'zod'
import { settings } from './settings.ts'

/** The settings of a clinic's fields, which its database keeps from the first start on. */
export const clinicSettingNames = {
  name: 'CLINIC_NAME',
  timeZone: 'CLINIC_TIME_ZONE',
  email: 'CLINIC_EMAIL',
  phone: 'CLINIC_PHONE',
  address: 'CLINIC_ADDRESS',
  country: 'CLINIC_COUNTRY',
  language: 'CLINIC_LANGUAGE',
  currency: 'CLINIC_CURRENCY',
} as const

/** The settings that production requires: what patients read first, and what their appointments depend on. */
export const requiredOfClinic = [
  'CLINIC_NAME',
  'CLINIC_TIME_ZONE',
  'CLINIC_EMAIL',
  'CLINIC_PHONE',
  'CLINIC_ADDRESS',
  'CLINIC_HOURS',
] as const

export type ClinicSetting = keyof typeof clinicSettingNames

const schema = z.object(settings)
type Settings = z.infer<typeof schema>

/** Returns the first data of a clinic. */
export function clinicOf(checked: Settings) {
  const fields = Object.entries(clinicSettingNames).map(([field, name]) => [field, checked[name]])
  // The type of Object.fromEntries does not keep the names.
  return { ...(Object.fromEntries(fields) as Record<ClinicSetting, string>), hours: checked.CLINIC_HOURS }
}

/** Returns the data that a setting says. `input` are the settings before the defaults. */
export function clinicSettingsOf(
  checked: Settings,
  input: Partial<Record<string, unknown>>,
): Partial<Record<ClinicSetting, string>> {
  const set = Object.entries(clinicSettingNames).filter(([, name]) => input[name] !== undefined)
  return Object.fromEntries(set.map(([field, name]) => [field, checked[name]]))
}

/** The sample clinic, which a demo shows where no setting says otherwise. */
export const sampleClinic = clinicOf(schema.parse({}))
