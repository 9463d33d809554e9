export const forge: string;
export const root: string;
export function routeOf(file: string): string;
export function forgeAddress(path: string): string;
export function siteLink(href: string, file: string): string;
export function slug(heading: string): string;
