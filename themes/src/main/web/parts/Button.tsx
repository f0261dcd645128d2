// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { ButtonHTMLAttributes } from "react";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
    readonly kind: "primary" | "secondary" | "link" | "plain" | "danger";
    readonly small?: boolean;
}

export function Button({ kind, small, className, ...rest }: ButtonProps) {
    const classes = [
        "pf-v5-c-button",
        `pf-m-${kind}`,
        small && "pf-m-small",
        kind === "link" && "pf-m-inline",
        className,
    ];
    return <button type="button" className={classes.filter(Boolean).join(" ")} {...rest} />;
}
