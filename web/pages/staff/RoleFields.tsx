import { type ComponentProps, useId } from 'react'
import { type StaffRole, staffRole, treatsPatients } from '#contract/access/roles.ts'
import type { RoleRequest, StaffList } from '#contract/staff.ts'
import { Labelled } from '#web/ui/form/Labelled.tsx'
import { roleWords } from '#web/ui/role-words.ts'

/** What a role lets somebody do. */
const meanings: Record<StaffRole, string> = {
  admin: 'Everything, the staff and the clinic’s rules too.',
  receptionist:
    'The day, appointments and patients, and refunds up to the clinic’s limit. Rules and prices to read. No users or roles.',
  dentist:
    'Their own appointments: read them, mark them and write notes. Alerts, notes and past treatments of these patients. No other patients.',
  hygienist: 'The same as a dentist: their own appointments and what they must know about these patients.',
  accountant: 'Reports, exports of the books, payments and refunds, rules and prices, to read.',
}

type Select = ComponentProps<'select'> & { error: string | undefined }

interface RoleFieldsProps {
  role: Select
  doctor: Select
  /** The role that is chosen. */
  chosen: StaffRole
  doctors: StaffList['doctors']
}

/** The fields of a role, and of the doctor whose appointments a dentist or hygienist sees. */
export function RoleFields({ role, doctor, chosen, doctors }: RoleFieldsProps) {
  const id = useId()
  return (
    <>
      <Labelled id={`${id}-role`} label="Role" error={role.error}>
        <select {...withoutError(role)} id={`${id}-role`} className="select field" aria-describedby={`${id}-meaning`}>
          {staffRole.options.map((each) => (
            <option key={each} value={each}>
              {roleWords[each]}
            </option>
          ))}
        </select>
        <p id={`${id}-meaning`} className="mt-1 min-h-10 text-quiet text-sm">
          {meanings[chosen]}
        </p>
      </Labelled>
      {treatsPatients(chosen) && (
        <Labelled
          id={`${id}-doctor`}
          label="Whose appointments"
          hint={
            doctors.length === 0 ? `Add the ${roleWords[chosen].toLowerCase()} under Add a Doctor first.` : undefined
          }
          required
          error={doctor.error}
        >
          <select
            {...withoutError(doctor)}
            id={`${id}-doctor`}
            className="select field"
            aria-invalid={doctor.error !== undefined}
            {...(doctor.error !== undefined && { 'aria-describedby': `${id}-doctor-error` })}
          >
            <option value="">Choose who it is</option>
            {doctors.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
        </Labelled>
      )}
    </>
  )
}

const withoutError = ({ error: _, ...select }: Select) => select

/** Returns what the server gets of the fields: a doctor only with those who treat patients. */
export function withDoctor({ role, doctorId }: { role: StaffRole; doctorId: string }): RoleRequest {
  return treatsPatients(role) ? { role, doctorId } : { role }
}
