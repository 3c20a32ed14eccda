/** How the oldest call that waits is taken; told by whoever shows the calls. */
let take: () => boolean = () => false

export const offerNextCall = (next: () => boolean) => {
  take = next
}

/** Opens the oldest call that waits; false where none does. */
export const takeNextCall = () => take()
