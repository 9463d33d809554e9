export function llmsText(): string;
export function fullText(): string;
