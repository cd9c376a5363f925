import { addPicture, type UploadRefusal } from '#features/media/service.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { PICTURES_PATH } from '#http/body-limit.ts'
import { NOT_ALLOWED, route } from '../route.ts'

const TITLE = 'Failed to upload image'

function uploadError(refusal: UploadRefusal): { status: number; text: string } {
  switch (refusal) {
    case 'too_large':
      return { status: 413, text: 'The file is larger than 8 MB.' }
    case 'not_a_picture':
      return { status: 415, text: 'Only JPEG, PNG and WebP pictures can be used.' }
    case 'too_many_pixels':
      return { status: 422, text: 'The picture has more than 50 megapixels.' }
    case 'broken':
      return { status: 422, text: 'The file is damaged or cut off.' }
    case 'something_else_inside':
      return { status: 422, text: 'The file contains more than a picture.' }
    case 'not_allowed':
      return { status: 403, text: NOT_ALLOWED.text }
    case 'disk_full':
      return {
        status: 507,
        text: 'The disk for pictures is full. Please tell the person who runs the server.',
      }
  }
}

export const pictureRoutes = [
  // The body is the file itself, not a multipart form: a cross-origin upload then needs a CORS preflight.
  route({ method: 'POST', path: PICTURES_PATH, permission: 'pictures.add' }, async (deps, { request }) => {
    if (!/^(image\/|application\/octet-stream)/.test(request.headers.get('Content-Type') ?? ''))
      return errorResponse(415, {
        error: 'not_a_picture',
        title: TITLE,
        text: uploadError('not_a_picture').text,
      })
    const added = await addPicture(deps, Buffer.from(await request.arrayBuffer()))
    if (added.ok) return jsonResponse({ picture: added.value }, { status: 201 })
    const { status, text } = uploadError(added.reason)
    return errorResponse(status, { error: added.reason, title: TITLE, text })
  }),
]
