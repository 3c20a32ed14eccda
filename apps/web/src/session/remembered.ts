import { useSyncExternalStore } from 'react'

/** A choice that the browser keeps beyond the session; without storage it lasts as long as the page. */
export const remembered = <const Choice extends string>(
  name: string,
  choices: readonly Choice[],
  initial: () => NoInfer<Choice>,
) => {
  const key = `parada.${name}`
  const listeners = new Set<() => void>()
  const isChoice = (text: unknown): text is Choice => (choices as readonly unknown[]).includes(text)
  const read = () => {
    try {
      const text = localStorage.getItem(key)
      return isChoice(text) ? text : initial()
    } catch {
      return initial()
    }
  }
  let choice = read()

  return {
    get: () => choice,
    set: (next: Choice) => {
      if (next === choice) return
      choice = next
      try {
        localStorage.setItem(key, next)
      } catch (problem) {
        console.warn(`The browser could not remember ${name}`, problem)
      }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type Preference<Choice extends string> = {
  get: () => Choice
  set: (choice: Choice) => void
  subscribe: (listener: () => void) => () => void
}

export const useRemembered = <Choice extends string>(choice: Preference<Choice>) =>
  useSyncExternalStore(choice.subscribe, choice.get)
