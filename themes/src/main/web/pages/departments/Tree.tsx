// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { Failure } from "../../parts/Failure";
import { usePolling } from "../../parts/usePolling";
import type { Department, Departments } from "./departments";
import { MemberCount } from "./MemberCount";

/** Number of departments per request. */
const PAGE = 50;

interface TreeProps {
    readonly organization: string;
    readonly departments: Departments;
    readonly chosen: Department | undefined;
    /** Selects a department to show its members; `undefined` without permission to view members. */
    readonly onChoose: ((department: Department) => void) | undefined;
}

/** The departments of an organization. The children of a department are fetched when it is opened. */
export function Tree(props: TreeProps) {
    return <Level {...props} parent={undefined} />;
}

function Level({ parent, ...props }: TreeProps & { readonly parent: Department | undefined }) {
    const { t } = useLanguage();
    const { organization, departments } = props;
    const [most, setMost] = useState(PAGE);
    const parentId = parent?.id;
    const ask = useCallback(
        (signal: AbortSignal) => departments.below(organization, parentId, 0, most + 1, signal),
        [departments, organization, parentId, most],
    );
    const { value: found, error, refresh } = usePolling(ask, undefined);
    if (error !== undefined) {
        return <Failure error={error} onRetry={refresh} />;
    }
    if (found?.length === 0) {
        return <p className="keylift-note">{t("departments.none")}</p>;
    }
    return (
        <ul
            className="keylift-tree"
            role="list"
            {...(parent ? { "aria-label": parent.name } : { "data-testid": "keylift-tree" })}
        >
            {found?.slice(0, most).map((department) => (
                <Branch key={department.id} {...props} department={department} />
            ))}
            {found && found.length > most && (
                <li>
                    <Button kind="link" onClick={() => setMost((last) => last + PAGE)}>
                        {t("departments.more")}
                    </Button>
                </li>
            )}
        </ul>
    );
}

function Branch({ department, ...props }: TreeProps & { readonly department: Department }) {
    const { t, number } = useLanguage();
    const [open, setOpen] = useState(false);
    // Each count is a request, so only visible departments are counted.
    const [counted, setCounted] = useState(false);
    const below = department.subGroupCount ?? 0;
    const current = props.chosen?.id === department.id;
    const { onChoose } = props;
    return (
        <li data-department={department.path}>
            <div className="keylift-branch">
                {below > 0 ? (
                    <Button
                        kind="plain"
                        small
                        className="keylift-branch__toggle"
                        aria-expanded={open}
                        aria-label={t(open ? "departments.close" : "departments.open", { name: department.name })}
                        onClick={() => {
                            setOpen(!open);
                            setCounted(true);
                        }}
                        data-testid="keylift-toggle"
                    >
                        <span aria-hidden="true">{open ? "▾" : "▸"}</span>
                    </Button>
                ) : (
                    <span className="keylift-branch__toggle" />
                )}
                {onChoose ? (
                    <Button
                        kind="link"
                        className={`keylift-text${current ? " keylift-branch__current" : ""}`}
                        aria-pressed={current}
                        onClick={() => {
                            onChoose(department);
                            setCounted(true);
                        }}
                        data-testid="keylift-department"
                    >
                        {department.name}
                    </Button>
                ) : (
                    <span className="keylift-text">{department.name}</span>
                )}
                {below > 0 && (
                    <span className="pf-v5-c-badge pf-m-read">{t("departments.below", { count: number(below) })}</span>
                )}
                {onChoose && (counted || current) && (
                    <MemberCount
                        organization={props.organization}
                        department={department}
                        departments={props.departments}
                    />
                )}
            </div>
            {open && <Level {...props} parent={department} />}
        </li>
    );
}
