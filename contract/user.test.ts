import { expect, it } from 'vitest'
import { login, signUp } from './user.ts'

it('each invalid field has the specified message', () => {
  const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
    result.error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)
  expect(messages(login.safeParse({ email: '', password: '' }))).toEqual([
    'email: Email is Required',
    'password: Password is Required',
  ])
  expect(messages(signUp.safeParse({ name: ' ', email: 'abc', password: '12345' }))).toEqual([
    'name: Name is Required',
    'email: Provide a valid Email',
    'password: Must be 6 characters or longer',
  ])
})
