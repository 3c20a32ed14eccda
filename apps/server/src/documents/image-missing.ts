/** A document refers to an image that is missing from the store. */
export class ImageMissing extends Error {
  constructor(name: string) {
    super(`The image ${name} is missing`)
  }
}
