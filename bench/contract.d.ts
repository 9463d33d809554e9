export declare const mostOperations: number;
export declare function operationName(index: number): string;
export declare function contractOf(operations: number): string;
