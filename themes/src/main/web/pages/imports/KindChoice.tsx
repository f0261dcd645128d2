// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { Field } from "../../parts/Field";
import { Select } from "../../parts/Select";
import type { Kind, Order } from "./imports";

interface KindChoiceProps {
    readonly kinds: readonly Kind[];
    readonly kind: Kind | undefined;
    readonly onKind: (name: string) => void;
    readonly op: Order["op"];
    readonly onOp: (op: Order["op"]) => void;
}

/** The kind of all records of an input, and what to do with them. */
export function KindChoice({ kinds, kind, onKind, op, onOp }: KindChoiceProps) {
    const { t } = useLanguage();
    return (
        <>
            <Field
                label={t("imports.kind")}
                {...(kind && { help: t("imports.kindHelp", { description: kind.description, key: kind.key }) })}
            >
                {(id, describedBy) => (
                    <Select
                        id={id}
                        aria-describedby={describedBy}
                        value={kind?.kind ?? ""}
                        options={kinds.map((each) => ({ value: each.kind, label: each.kind }))}
                        onChange={onKind}
                        data-testid="keylift-kind"
                    />
                )}
            </Field>
            {kind?.removable && (
                <Field label={t("imports.op")}>
                    {(id) => (
                        <Select
                            id={id}
                            value={op}
                            options={[
                                { value: "import", label: t("imports.op.import") },
                                { value: "remove", label: t("imports.op.remove") },
                            ]}
                            onChange={onOp}
                            data-testid="keylift-op"
                        />
                    )}
                </Field>
            )}
        </>
    );
}
