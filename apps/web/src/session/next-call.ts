/** Takes the oldest waiting call; set by the component that shows the calls. */
let take: () => boolean = () => false

export const offerNextCall = (next: () => boolean) => {
  take = next
}

/** Opens the oldest waiting call; returns false if there is none. */
export const takeNextCall = () => take()
