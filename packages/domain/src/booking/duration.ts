export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => minutes(count * 60)
