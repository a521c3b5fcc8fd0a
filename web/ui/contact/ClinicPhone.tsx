import { clinic } from '#web/clinic.ts'

/** The clinic's phone number, which can be called by a tap. */
export function ClinicPhone() {
  return (
    <a href={clinic.phoneLink} className="text-link whitespace-nowrap">
      {clinic.phone}
    </a>
  )
}
