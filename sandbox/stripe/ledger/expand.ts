import { invalidParameter } from '../errors.ts'
import type { CallContext } from './intent.ts'
import { chargeObject, intentObject, paymentMethodObject } from './objects.ts'
import { findCharge, findIntent } from './store.ts'

type ApiObject = { [name: string]: unknown }

/** Replaces the ids at `paths` (such as `latest_charge` or `data.payment_intent`) by the objects that they name.
 *  @throws ApiError if a property can't be expanded. */
export async function expandObject(call: CallContext, object: object, paths: string[] = []): Promise<object> {
  let expanded: ApiObject = { ...object }
  for (const path of paths) expanded = await expandAt(call, expanded, path.split('.'))
  return expanded
}

async function expandAt(call: CallContext, object: ApiObject, [name = '', ...rest]: string[]): Promise<ApiObject> {
  const value = object[name]
  if (name === 'data' && Array.isArray(value)) {
    const data = []
    for (const item of value) data.push(await expandAt(call, item, rest))
    return { ...object, data }
  }
  const found = await load(call, object, name)
  if (found === undefined) throw invalidParameter('expand', `This property cannot be expanded (${name}).`)
  const deeper = found && rest.length > 0 ? await expandAt(call, { ...found }, rest) : found
  return { ...object, [name]: deeper }
}

// Null: the property can be expanded but is empty. Undefined: it can't be expanded.
async function load(
  { db, pagesUrl }: CallContext,
  object: ApiObject,
  name: string,
): Promise<object | null | undefined> {
  const value = object[name]
  if (value !== null && typeof value === 'object') return value
  if (!['latest_charge', 'charge', 'payment_intent', 'payment_method'].includes(name) || value === undefined)
    return undefined
  if (typeof value !== 'string') return null
  if (name === 'payment_intent') {
    const intent = await findIntent(db, value)
    return intent ? intentObject(intent, pagesUrl) : null
  }
  if (name !== 'payment_method') {
    const charge = await findCharge(db, value)
    return charge ? chargeObject(charge) : null
  }
  const id = String(object.id)
  const owner = object.object === 'charge' ? await findCharge(db, id) : await findIntent(db, id)
  return owner?.card ? paymentMethodObject(owner.card, owner.createdAt) : null
}
