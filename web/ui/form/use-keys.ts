import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls the action of a key, unless a field or a dialog takes it. */
export function useKeys(actions: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, altKey, ctrlKey, metaKey } = event
    const isInField = target instanceof Element && target.closest('input, textarea, select, dialog')
    const action = actions[key]
    if (!action || isInField || altKey || ctrlKey || metaKey) return
    event.preventDefault()
    action()
  })
  // Before the paint: a key can be pressed as soon as its button is seen.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
