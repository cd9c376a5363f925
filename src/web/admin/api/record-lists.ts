import { galleryList } from '#features/gallery/service.ts'
import { modalList } from '#features/home-modals/service.ts'
import { menuList } from '#features/menu/service.ts'

/** Lists made by `staffList`, by their names: the staff API and the trash serve them. */
export const RECORD_LISTS = { menu: menuList, gallery: galleryList, modals: modalList }
