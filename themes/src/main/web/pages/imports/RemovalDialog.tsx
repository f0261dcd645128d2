// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useState } from "react";
import { useRealm } from "../../console/realm";
import { useLanguage, type MessageKey } from "../../language/language";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { Field } from "../../parts/Field";
import type { Job } from "./imports";

/** Description of what a removal deletes, by kind. */
const GOES: Readonly<Record<string, MessageKey>> = {
    users: "imports.goes.users",
    "organization-members": "imports.goes.organization-members",
    "department-members": "imports.goes.department-members",
    "identity-providers": "imports.goes.identity-providers",
    "group-members": "imports.goes.group-members",
    "role-mappings": "imports.goes.role-mappings",
    "scope-mappings": "imports.goes.scope-mappings",
    capabilities: "imports.goes.capabilities",
    "capability-sets": "imports.goes.capability-sets",
    "role-capabilities": "imports.goes.role-capabilities",
    "user-capabilities": "imports.goes.user-capabilities",
    scopes: "imports.goes.scopes",
    policies: "imports.goes.policies",
    permissions: "imports.goes.permissions",
};

interface RemovalDialogProps {
    /** The dry run that counted the records to remove. */
    readonly dryRun: Job;
    readonly onConfirm: () => void;
    readonly onClose: () => void;
}

/** Asks for confirmation of a removal: the administrator types the number of records. */
export function RemovalDialog({ dryRun, onConfirm, onClose }: RemovalDialogProps) {
    const { t, number } = useLanguage();
    const realm = useRealm();
    const [typed, setTyped] = useState("");
    const count = dryRun.removed ?? 0;
    const confirmed = typed.trim() === String(count);
    return (
        <Dialog
            title={t("imports.removal.title", { count: number(count), kind: dryRun.kind, realm: realm.name })}
            onClose={onClose}
            testId="keylift-removal"
            actions={
                <>
                    <Button
                        kind="danger"
                        type="submit"
                        form="keylift-removal-form"
                        disabled={!confirmed}
                        data-testid="keylift-removal-confirm"
                    >
                        {t("imports.op.remove")}
                    </Button>
                    <Button kind="link" onClick={onClose} data-testid="keylift-removal-no">
                        {t("no")}
                    </Button>
                </>
            }
        >
            <form
                id="keylift-removal-form"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (confirmed) {
                        onConfirm();
                    }
                }}
            >
                <p>{t(GOES[dryRun.kind] ?? "imports.goes.other")}</p>
                <p>
                    {t("imports.removal.counts", {
                        read: number(dryRun.read),
                        removed: number(count),
                        skipped: number(dryRun.skipped ?? 0),
                        rejected: number(dryRun.rejected),
                    })}{" "}
                    <strong>{t("imports.removal.final")}</strong>
                </p>
                <div className="keylift-dialog__confirm">
                    <Field label={t("imports.removal.type", { count })}>
                        {(id) => (
                            <span className="pf-v5-c-form-control keylift-filter">
                                <input
                                    id={id}
                                    value={typed}
                                    // eslint-disable-next-line jsx-a11y/no-autofocus -- it is the first field of a dialog
                                    autoFocus
                                    autoComplete="off"
                                    inputMode="numeric"
                                    onChange={(event) => setTyped(event.target.value)}
                                    data-testid="keylift-removal-count"
                                />
                            </span>
                        )}
                    </Field>
                </div>
            </form>
        </Dialog>
    );
}
