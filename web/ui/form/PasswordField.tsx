import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { Field } from './Field.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<typeof Field>, 'type' | 'end' | 'label'> {
  label?: string
}

/** A password field with a button that shows what is typed. */
export function PasswordField({ label = 'Password', ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field
      {...field}
      label={label}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 z-10 grid w-12 cursor-pointer place-items-center rounded-field text-quiet"
        >
          <Icon size={20} aria-hidden="true" />
          <span className="sr-only">Show password</span>
        </button>
      }
    />
  )
}
