import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { roles, type StaffRole, staffRole, treatsPatients } from '#contract/access/roles.ts'
import { email } from '#contract/kit/text/email.ts'
import type { StaffList } from '#contract/staff.ts'
import { deleteInvitation, deleteMember, patchRole, postInvitation } from '#web/api/staff.ts'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { aRole, roleWords } from '#web/ui/role-words.ts'
import { ifEmailed } from '#web/unsent.ts'
import type { Open } from './open-dialog.ts'
import { RoleFields, withDoctor } from './RoleFields.tsx'

interface StaffDialogProps {
  admin: string
  open: Open
  doctors: StaffList['doctors']
  /** Sends a change and says that it is done. @throws the server's refusal */
  change: (request: () => Promise<void>, done: string) => Promise<void>
  /** Called before a row that had the focus goes. */
  onDone: () => void
  onClose: () => void
}

/** The open dialog of the page Staff. */
export function StaffDialog({ open, ...props }: StaffDialogProps) {
  const { admin, change, onDone, onClose } = props
  switch (open.kind) {
    case 'invite':
      return <InviteDialog {...props} />
    case 'change':
      return <RoleDialog member={open.member} {...props} />
    case 'end': {
      const { _id, name, email, role } = open.member
      return (
        <ConfirmDialog
          title={`End the role of ${name}?`}
          text={`${email} is signed out everywhere and is no ${roleWords[role].toLowerCase()} here any more. The account and its own appointments stay.`}
          action="End the role"
          failed={`${name} still works here.`}
          onConfirm={async (close) => {
            await change(() => deleteMember(admin, _id), `${name} no longer works here.`)
            close()
            onDone()
          }}
          onClose={onClose}
        />
      )
    }
    case 'withdraw': {
      const { _id, email } = open.invitation
      return (
        <ConfirmDialog
          title={`Withdraw the invitation of ${email}?`}
          text="Its link then says that the clinic has withdrawn it."
          action="Withdraw"
          failed="The invitation is still open."
          onConfirm={async (close) => {
            await change(() => deleteInvitation(admin, _id), `The invitation of ${email} is withdrawn.`)
            close()
            onDone()
          }}
          onClose={onClose}
        />
      )
    }
  }
}

type FormProps = Omit<StaffDialogProps, 'open'>
type Place = { role: StaffRole; doctorId: string }

const place = { role: staffRole, doctorId: z.string() }
const needsDoctor = { error: 'Choose whose appointments these are', path: ['doctorId'] }
const hasDoctor = z.refine<Place>(({ role, doctorId }) => !treatsPatients(role) || doctorId !== '', needsDoctor)
const invitationFields = z.object({ email, ...place }).check(hasDoctor)
const roleFields = z.object(place).check(hasDoctor)

function InviteDialog({ admin, doctors, change, onClose }: FormProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const empty = { email: '', role: roles.receptionist, doctorId: '' }
  const { form, field, control } = useServerForm(invitationFields, empty, async ({ email, ...fields }) => {
    await change(
      () => postInvitation(admin, { email, ...withDoctor(fields) }),
      ifEmailed(`We sent an invitation to ${email}.`),
    )
    dialog.current?.close()
  })
  return (
    <FormDialog
      ref={dialog}
      title="Invite somebody"
      text={ifEmailed('They get an email with a link that works once, for seven days.')}
      onClose={onClose}
    >
      <ServerForm {...form} submit="Send the invitation" className="mt-4 gap-4">
        <Field label="Email" type="email" autoComplete="off" required data-autofocus {...field('email')} />
        <RoleFields
          role={field('role')}
          doctor={field('doctorId')}
          chosen={useWatch({ control, name: 'role' })}
          doctors={doctors}
        />
      </ServerForm>
    </FormDialog>
  )
}

function RoleDialog({
  admin,
  member,
  doctors,
  change,
  onClose,
}: FormProps & { member: { _id: string; name: string; role: StaffRole; doctorId?: string | undefined } }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { _id, name, role, doctorId = '' } = member
  const { form, field, control } = useServerForm(roleFields, { role, doctorId }, async (fields) => {
    const called = aRole(fields.role)
    await change(() => patchRole(admin, _id, withDoctor(fields)), `${name} works here as ${called} now.`)
    dialog.current?.close()
  })
  return (
    <FormDialog
      ref={dialog}
      title={`Change the role of ${name}`}
      text="It counts from their next click on."
      onClose={onClose}
    >
      <ServerForm {...form} submit="Save" className="mt-4 gap-4">
        <RoleFields
          role={field('role')}
          doctor={field('doctorId')}
          chosen={useWatch({ control, name: 'role' })}
          doctors={doctors}
        />
      </ServerForm>
    </FormDialog>
  )
}
