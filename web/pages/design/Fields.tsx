import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PhotoField } from '#web/ui/doctor/PhotoField.tsx'
import { UploadProgress } from '#web/ui/doctor/UploadProgress.tsx'
import type { DoctorFields } from '#web/ui/doctor/use-adding.ts'
import { Field } from '#web/ui/form/Field.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { SortChoice } from '#web/ui/table/ListPage.tsx'
import { SearchField } from '#web/ui/table/SearchField.tsx'
import { Part } from './Part.tsx'

const sortNames = { email: 'Email', newest: 'Newest first' }

/** Every kind of field: empty, filled, invalid, read-only. */
export function Fields() {
  const { control } = useForm<DoctorFields>()
  const [sort, setSort] = useState<keyof typeof sortNames>('email')
  return (
    <Part title="Fields">
      <form className="grid grid-cols-1 items-start gap-6 sm:grid-cols-2" onSubmit={(event) => event.preventDefault()}>
        <Field label="Empty" />
        <Field label="Filled" defaultValue="Ada Lindqvist" />
        <Field label="Wrong" defaultValue="ada@" error="Provide a valid Email" />
        <Field label="Not to be changed" defaultValue="Nov 21, 2026" readOnly />
        <PasswordField autoComplete="off" defaultValue="a sound passphrase" />
        <PasswordField autoComplete="off" error="Password is Required" />
        <Field label="Required" required />
        <PasswordField
          autoComplete="off"
          hint="At least 6 characters"
          required
          error="Must be 6 characters or longer"
        />
        <SortChoice names={sortNames} value={sort} onChoose={setSort} />
        <div>
          <label htmlFor="long" className="mb-1 block font-medium">
            A longer text
          </label>
          <textarea id="long" rows={4} className="textarea field" />
        </div>
        <PhotoField control={control} />
        <UploadProgress stage={{ name: 'photo', sent: 0.4 }} onCancel={() => undefined} />
      </form>
      <div className="max-w-xl">
        <SearchField label="Search" value="Ada" onSearch={() => undefined} />
      </div>
    </Part>
  )
}
