const letters = 'BCDFGHJKLMNPRSTVWXYZ'

/** The plates of the demo's taxis, used both for its vehicles and for the taxis that the simulator drives. */
export const demoPlate = (idFleet: number, taxi: number) => {
  const number = (idFleet * 613 + taxi * 97) % 10_000
  const ending = [idFleet, idFleet + taxi, taxi * 7].map((at) => letters[at % letters.length]).join('')
  return `${String(number).padStart(4, '0')}${ending}`
}
