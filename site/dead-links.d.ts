export function deadLinks(folder: string, base?: string): readonly { readonly page: string; readonly target: string }[];
