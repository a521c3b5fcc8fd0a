import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  isSecretSetting,
  type OutsideService,
  type ServiceChange,
  type ServiceKind,
  type SettingName,
  type SettingState,
  serviceForms,
} from '#contract/outside-service.ts'
import { patchOutsideServices, postServiceTest } from '#web/api/outside-services.ts'
import { confirmed } from '#web/session/confirmation.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { InlineConfirm } from '#web/ui/dialog/InlineConfirm.tsx'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { useToast } from '#web/ui/message/use-toast.ts'
import { changeOf, labels, stateOf, titles } from './words.ts'

interface ServiceFormProps {
  admin: string
  service: OutsideService
}

type Fields = Partial<Record<SettingName, string>>

/** Shows a service and its settings, of which an admin changes those that the environment does not set. */
export function ServiceForm({ admin, service }: ServiceFormProps) {
  const { kind, settings } = service
  const own = settings.filter(({ environment }) => environment === undefined)
  const entered = own.filter(({ isSet }) => isSet).map(({ name }) => name)
  const isEntered = entered.length > 0
  const isTried = service.state === 'used' || service.state === 'waits'
  const client = useQueryClient()
  const save = (change: ServiceChange) => confirmed(() => patchOutsideServices(client, admin, change))
  return (
    <section aria-labelledby={`${kind}-title`} className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <h2 id={`${kind}-title`} className="text-xl">
        {titles[kind]}
      </h2>
      <p className={`mt-1 ${service.state === 'used' ? 'text-quiet' : 'font-medium'}`}>{stateOf(service)}</p>
      <FromEnvironment settings={settings.filter(({ environment }) => environment !== undefined)} />
      {own.length > 0 && <SettingsForm service={service} own={own} save={save} />}
      {(isTried || isEntered) && (
        <div className="mt-6 flex flex-wrap items-start gap-3 border-base-300 border-t pt-5">
          {isTried && <TryIt admin={admin} kind={kind} />}
          {isEntered && (
            <InlineConfirm
              label="Remove all"
              of={`settings of ${titles[kind]}`}
              question="Remove these settings?"
              send={() => save(Object.fromEntries(entered.map((name) => [name, ''])))}
              done="The settings are removed"
            />
          )}
        </div>
      )}
    </section>
  )
}

function FromEnvironment({ settings }: { settings: SettingState[] }) {
  if (settings.length === 0) return null
  return (
    <dl className="mt-4 grid gap-3">
      {settings.map(({ name, value, environment }) => (
        <div key={name}>
          <dt className="font-medium">{labels[name][0]}</dt>
          <dd className="wrap-anywhere">{value === undefined ? 'Not shown' : value || 'None'}</dd>
          <dd className="wrap-anywhere text-quiet text-sm">Set by {environment} in the environment</dd>
        </div>
      ))}
    </dl>
  )
}

interface SettingsFormProps {
  service: OutsideService
  own: SettingState[]
  save: (change: ServiceChange) => Promise<void>
}

function SettingsForm({ service: { kind, settings }, own, save }: SettingsFormProps) {
  const toast = useToast()
  const initial: Fields = Object.fromEntries(settings.map(({ name, value = '' }) => [name, value]))
  // The three forms have different fields, of which each is a text.
  const schema = serviceForms[kind] as unknown as z.ZodMiniType<Fields, Fields>
  const { form, field } = useServerForm(schema, initial, async (typed) => {
    const change = own.filter(({ name }) => typed[name] !== initial[name]).map(({ name }) => [name, typed[name]])
    await save(Object.fromEntries(change))
    toast('success', 'Saved')
  })
  return (
    <ServerForm {...form} submit="Save" submitClass="mt-1 justify-self-start px-10" className="mt-4 gap-4">
      {own.map((setting) => {
        const { name, isSet } = setting
        const [label, what] = labels[name]
        const hint = [what, changeOf(setting)].filter(Boolean).join(' ')
        const props = { label, ...(hint && { hint }), ...field(name) }
        if (!isSecretSetting(name)) return <Field key={name} autoComplete="off" spellCheck={false} {...props} />
        return (
          <PasswordField
            key={name}
            autoComplete="new-password"
            placeholder={isSet ? 'Enter another one to replace it' : ''}
            {...props}
            {...(isSet && name === 'smtpPassword' && { aside: <Remove send={() => save({ [name]: '' })} /> })}
          />
        )
      })}
    </ServerForm>
  )
}

function Remove({ send }: { send: () => Promise<void> }) {
  const { run, isBusy } = useChange(send, { done: 'It is removed', failsInToast: true })
  return (
    <BusyButton busy={isBusy} className="text-link text-sm" onClick={() => void run()}>
      Remove<span className="sr-only"> the mail password</span>
    </BusyButton>
  )
}

function TryIt({ admin, kind }: { admin: string; kind: ServiceKind }) {
  const test = useChange(() => confirmed(() => postServiceTest(admin, kind)))
  const { worked, sentence } = test.answer ?? {}
  return (
    <div className="grid justify-items-start gap-2">
      <BusyButton busy={test.isBusy} className="btn btn-line" onClick={() => void test.run()}>
        Try it<span className="sr-only">: {titles[kind]}</span>
      </BusyButton>
      <p role="status" className="wrap-anywhere max-w-text text-sm empty:hidden">
        {worked && sentence}
      </p>
      <Problem className="wrap-anywhere max-w-text text-sm">{test.problem ?? (worked === false && sentence)}</Problem>
    </div>
  )
}
