/** A document names an image that is not where the images are kept. */
export class ImageMissing extends Error {
  constructor(name: string) {
    super(`The image ${name} is missing`)
  }
}
